local view = UIView(CGRectMake(0, 0, 10, 10))
view.backgroundColor = "red"
