import CLuaBridge
