import GeoTesting
import Testing

@testable import GeoCore
@testable import GeoMap

@Suite struct UIViewTests {
  @Test func frameFollowsBoundsAndCenter() {
    let view = UIView(frame: CGRect(x: 10, y: 20, width: 100, height: 50))
    #expect(view.center == CGPoint(x: 60, y: 45))
    #expect(view.bounds == CGRect(x: 0, y: 0, width: 100, height: 50))
    view.bounds.size = CGSize(width: 40, height: 40)
    #expect(view.center == CGPoint(x: 60, y: 45))
    #expect(view.frame == CGRect(x: 40, y: 25, width: 40, height: 40))
    view.center = .zero
    #expect(view.frame.origin == CGPoint(x: -20, y: -20))
  }

  @Test func aNewViewIsOpaqueAndTakesTouches() {
    let view = UIView()
    #expect(view.opaque && view.userInteractionEnabled && !view.hidden && view.alpha == 1)
    #expect(!view.multipleTouchEnabled && !view.clipsToBounds && view.backgroundColor == nil)
  }

  @Test func aViewHasOneSuperview() throws {
    let (first, second, view) = (UIView(), UIView(), UIView())
    try first.addSubview(view)
    try second.addSubview(view)
    #expect(first.subviews.isEmpty && second.subviews.first === view && view.superview === second)
    view.removeFromSuperview()
    #expect(second.subviews.isEmpty && view.superview == nil)
  }

  @Test func aViewCannotLieInItself() throws {
    let (outer, middle, inner) = (UIView(), UIView(), UIView())
    try outer.addSubview(middle)
    try middle.addSubview(inner)
    #expect(throws: GeoError.self) { try inner.addSubview(outer) }
    #expect(throws: GeoError.self) { try inner.addSubview(inner) }
    #expect(throws: GeoError.self) { try middle.insertSubview(outer, at: 0) }
    #expect(outer.superview == nil && outer.subviews.count == 1)
    #expect(inner.isDescendant(of: outer) && !outer.isDescendant(of: inner))
  }

  @Test func subviewsKeepTheOrderAskedFor() throws {
    let parent = UIView()
    let views = (1...4).map { number in
      let view = UIView()
      view.tag = number
      return view
    }
    func order() -> [Int] { parent.subviews.map(\.tag) }
    try parent.addSubview(views[0])
    try parent.addSubview(views[1])
    try parent.insertSubview(views[2], at: 0)
    try parent.insertSubview(views[3], at: 99)
    #expect(order() == [3, 1, 2, 4])
    try parent.insertSubview(views[3], below: views[0])
    #expect(order() == [3, 4, 1, 2])
    try parent.insertSubview(views[2], above: views[0])
    #expect(order() == [4, 1, 3, 2])
    parent.bringSubviewToFront(views[3])
    parent.sendSubviewToBack(views[1])
    #expect(order() == [2, 1, 3, 4])
    parent.exchangeSubview(at: 0, withSubviewAt: 3)
    parent.exchangeSubview(at: 0, withSubviewAt: 4)
    #expect(order() == [4, 1, 3, 2])
    try parent.addSubview(views[3])
    #expect(order() == [1, 3, 2, 4])
    #expect(throws: GeoError.self) { try parent.insertSubview(views[0], above: UIView()) }
    #expect(parent.viewWithTag(3) === views[2] && parent.viewWithTag(9) == nil)
  }

  @Test func pointsGoThereAndBackThroughAnyTree() throws {
    let root = UIView(frame: CGRect(x: 5, y: 7, width: 500, height: 500))
    let left = UIView(frame: CGRect(x: 10, y: 20, width: 100, height: 100))
    let right = UIView(frame: CGRect(x: 200, y: 50, width: 100, height: 100))
    let deep = UIView(frame: CGRect(x: 3, y: 4, width: 10, height: 10))
    right.bounds.origin = CGPoint(x: 30, y: -10)
    try root.addSubview(left)
    try root.addSubview(right)
    try right.addSubview(deep)
    let point = CGPoint(x: 1, y: 2)
    // By hand: deep's (1, 2) is (4, 6) in right, whose corner shows (30, −10): (174, 66) in the root.
    #expect(deep.convert(point, to: root) == CGPoint(x: 174, y: 66))
    #expect(deep.convert(point, to: nil) == CGPoint(x: 179, y: 73))
    #expect(deep.convert(point, to: left) == CGPoint(x: 164, y: 46))
    #expect(deep.convert(point, to: deep) == point)
    for (a, b) in [(deep, left), (left, deep), (root, deep), (deep, root), (right, deep), (deep, right)] {
      #expect(a.convert(a.convert(point, to: b), from: b) == point)
    }
    #expect(
      left.convert(CGRect(x: 0, y: 0, width: 8, height: 9), to: root)
        == CGRect(x: 10, y: 20, width: 8, height: 9))
    #expect(root.convert(CGPoint(x: 5, y: 7), from: nil) == .zero)
  }

  @Test func theForemostViewIsHit() throws {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let back = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    let front = UIView(frame: CGRect(x: 25, y: 25, width: 50, height: 50))
    try root.addSubview(back)
    try root.addSubview(front)
    func hit(_ x: Double, _ y: Double) throws -> UIView? { try root.hitTest(CGPoint(x: x, y: y), with: nil) }
    #expect(try hit(30, 30) === front)
    #expect(try hit(10, 10) === back)
    #expect(try hit(90, 90) === root)
    #expect(try hit(100, 50) == nil)
    #expect(try hit(0, 0) === back)
    front.hidden = true
    #expect(try hit(30, 30) === back)
    front.hidden = false
    front.alpha = 0.005
    #expect(try hit(30, 30) === back)
    front.alpha = 1
    front.userInteractionEnabled = false
    #expect(try hit(30, 30) === back)
  }

  @Test func aSubviewBeyondTheEdgeIsNotHit() throws {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    try root.addSubview(UIView(frame: CGRect(x: 20, y: 0, width: 10, height: 10)))
    #expect(try root.hitTest(CGPoint(x: 25, y: 5), with: nil) == nil)
  }

  /// AV-30: `hitTest(point)` takes superview coordinates.
  @Test func hitTestingAsksOverridesOfEitherForm() throws {
    final class Mac: UIView {
      override func hitTest(inSuperview point: CGPoint, with event: UIEvent?) throws -> UIView? {
        point == CGPoint(x: 7, y: 7) ? self : nil
      }
    }
    final class Phone: UIView {
      override func hitTest(_ point: CGPoint, with event: UIEvent?) throws -> UIView? {
        point == CGPoint(x: 2, y: 2) ? self : nil
      }
    }
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    let (mac, phone) = (Mac(), Phone(frame: CGRect(x: 20, y: 20, width: 1, height: 1)))
    try root.addSubview(mac)
    try root.addSubview(phone)
    #expect(try root.hitTest(CGPoint(x: 7, y: 7), with: nil) === mac)
    #expect(try root.hitTest(CGPoint(x: 22, y: 22), with: nil) === phone)
  }

  @Test func subviewsFollowTheSizeAsTheirMasksSay() throws {
    let parent = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let view = UIView(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
    view.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
    try parent.addSubview(view)
    parent.bounds.size = CGSize(width: 150, height: 130)
    #expect(view.frame == CGRect(x: 10, y: 40, width: 70, height: 20))
    view.autoresizingMask = [.flexibleLeftMargin, .flexibleRightMargin]
    parent.bounds.size.width = 170
    #expect(view.frame == CGRect(x: 20, y: 40, width: 70, height: 20))
    parent.autoresizesSubviews = false
    parent.bounds.size.width = 10
    #expect(view.frame.origin.x == 20)
  }

  @Test func whatIsToBeDrawnGrowsWithinTheBounds() {
    let view = UIView(frame: CGRect(x: 50, y: 50, width: 20, height: 20))
    view.dirtyRect = nil
    view.setNeedsDisplay(in: CGRect(x: 30, y: 0, width: 5, height: 5))
    #expect(view.dirtyRect == nil)
    view.setNeedsDisplay(in: CGRect(x: 0, y: 0, width: 5, height: 5))
    view.setNeedsDisplay(in: CGRect(x: 15, y: 10, width: 50, height: 2))
    #expect(view.dirtyRect == CGRect(x: 0, y: 0, width: 20, height: 12))
    view.setNeedsDisplay()
    #expect(view.dirtyRect == view.bounds)
  }

  @Test func layoutRunsOnceForEachRequestAndEndsWhenAViewAsksForItself() throws {
    final class Restless: UIView {
      var count = 0
      override func layoutSubviews() throws {
        count += 1
        setNeedsLayout()
        bounds.size.width += 1
      }
    }
    let (root, view) = (UIView(), Restless())
    try root.addSubview(view)
    for pass in 1...3 {
      root.layoutTree { _ in }
      #expect(view.count == pass && !root.treeNeedsLayout)
      view.setNeedsLayout()
      #expect(root.treeNeedsLayout)
    }
  }

  @Test func touchesGoUpTheChain() throws {
    final class Catcher: UIViewController {
      var phases: [String] = []
      override func touchesBegan(_ touches: [UITouch], with event: UIEvent?) throws { phases.append("began") }
      override func touchesMoved(_ touches: [UITouch], with event: UIEvent?) throws { phases.append("moved") }
      override func touchesEnded(_ touches: [UITouch], with event: UIEvent?) throws { phases.append("ended") }
      override func touchesCancelled(_ touches: [UITouch], with event: UIEvent?) throws {
        phases.append("cancelled")
      }
    }
    let controller = Catcher()
    let view = UIView()
    try controller.loadedView().addSubview(view)
    try view.touchesBegan([], with: nil)
    try view.touchesMoved([], with: nil)
    try view.touchesEnded([], with: nil)
    try view.touchesCancelled([], with: nil)
    #expect(controller.phases == ["began", "moved", "ended", "cancelled"])
    #expect(view.nextResponder === view.superview && view.superview?.nextResponder === controller)
  }

  @Test func aControllerMakesItsViewOnce() throws {
    final class Counting: UIViewController {
      var loads = 0
      override func viewDidLoad() throws {
        loads += 1
        // Its view is available by then.
        _ = try loadedView()
      }
    }
    let controller = Counting()
    #expect(!controller.isViewLoaded)
    let view = try controller.loadedView()
    #expect(try controller.loadedView() === view && controller.loads == 1)
    let other = UIView()
    controller.setView(other)
    #expect(view.nextResponder == nil && other.nextResponder === controller)
  }

  @Test func aLabelIsAsLargeAsItsTextInWholePoints() {
    let label = UILabel()
    label.text = "abcd"
    label.font = .systemFont(ofSize: 10)
    label.sizeToFit()
    #expect(label.bounds.size == CGSize(width: 25, height: 12))
    label.text = "東京"
    #expect(label.sizeThatFits(.zero) == CGSize(width: 20, height: 12))
    label.text = "abcd\nabcd abcd"
    label.numberOfLines = 0
    #expect(label.sizeThatFits(.zero) == CGSize(width: 52, height: 24))
    #expect(label.sizeThatFits(CGSize(width: 30, height: 0)) == CGSize(width: 25, height: 35))
    label.numberOfLines = 2
    #expect(label.sizeThatFits(CGSize(width: 30, height: 0)).height == 24)
    label.text = nil
    #expect(label.sizeThatFits(.zero) == .zero)
    #expect(!label.userInteractionEnabled)
  }

  @Test func anImageViewIsAsLargeAsItsImage() {
    let image = UIImage(.file("a.png"), size: CGSize(width: 8, height: 9))
    let view = UIImageView(image: image)
    #expect(view.frame == CGRect(x: 0, y: 0, width: 8, height: 9) && view.image === image)
    #expect(UIImageView(image: nil).frame == .zero)
  }
}
