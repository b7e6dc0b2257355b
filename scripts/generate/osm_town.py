"""An invented town in OpenStreetMap's data model, for the scripts that write test files."""
import osmium


class Town:
    def __init__(self, writer):
        self.writer = writer
        self.nodes, self.ways, self.relations = [], [], []

    def node(self, longitude, latitude, **tags):
        self.nodes.append(osmium.osm.mutable.Node(
            id=len(self.nodes) + 1, location=(longitude, latitude), tags=tags))
        return len(self.nodes)

    def way(self, *nodes, **tags):
        self.ways.append(osmium.osm.mutable.Way(id=len(self.ways) + 1, nodes=nodes, tags=tags))
        return len(self.ways)

    def ring(self, west, south, east, north, **tags):
        corners = [self.node(*at) for at in [(west, south), (east, south), (east, north), (west, north)]]
        return self.way(*corners, corners[0], **tags)

    def area(self, *members, **tags):
        self.relation(*(("w", way, role) for way, role in members), **{"type": "multipolygon", **tags})

    def relation(self, *members, **tags):
        self.relations.append(osmium.osm.mutable.Relation(
            id=len(self.relations) + 1, members=list(members), tags=tags))

    def close(self):
        for node in self.nodes:
            self.writer.add_node(node)
        for way in self.ways:
            self.writer.add_way(way)
        for relation in self.relations:
            self.writer.add_relation(relation)
