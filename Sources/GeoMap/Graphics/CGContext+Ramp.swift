/// Lines with a changing color.
extension CGContext {
  /// Strokes the visible part of a line in user coordinates, with colors by the distance along it.
  ///
  /// Drawn as many short lines of one color, each over the end of the previous one, so that corners stay
  /// intact.
  ///
  /// - Parameters:
  ///   - start: the share of its length where the stroke begins; `end` is where it ends.
  func strokeSeen(_ path: CGPath, _ ramp: ColorRamp, from start: Double, to end: Double) {
    let runs = runs(of: path, ramp, from: start, to: end)
    let pen = pen
    func paint() {
      for run in runs {
        var line = CGPath()
        line.addLine(run.part)
        var own = pen
        own.dashes = []
        // A run that continues in another color has no end of its own.
        if run.isInner { own.cap = .round }
        canvas.stroke(line, with: own, paint: .color(run.color), state.blending)
      }
    }
    if ramp.isOpaque { return paint() }
    // Where translucent colors overlap, the later one counts.
    layer {
      state.blending.mode = .copy
      paint()
    }
  }

  private struct Run {
    var part: LineClip.Part
    var color: UIColor
    var isInner: Bool
  }

  private func runs(of path: CGPath, _ ramp: ColorRamp, from start: Double, to end: Double) -> [Run] {
    let clip = LineClip(window: seen(margin: pen.reach))
    var dashes = LineDashes(state.pen.dashes, phase: state.pen.dashPhase, scale: state.transform.scale)
    let line = measured(path, from: start, to: end)
    let steps = ramp.steps
    var runs: [Run] = []
    for part in clip.parts(of: line.points, shares: line.shares, isClosed: false, measures: dashes != nil) {
      for piece in dashes?.dashes(of: part) ?? [part] {
        colored(piece, ramp, steps, shortest: max(1, pen.reach / 1.5), &runs)
      }
    }
    return runs
  }

  /// The line in points of the canvas, thinned, with the shares of its length.
  private func measured(
    _ path: CGPath, from start: Double, to end: Double
  ) -> (points: [CGPoint], shares: [Double]) {
    let whole = path.length
    let transform = state.transform
    var thinning = LineThinning(tolerance: tolerance, keepsShares: true)
    var before = 0.0
    let (from, to) = (start * whole, end * whole)
    guard from < to, var a = path.points.first else { return ([], []) }
    if from <= 0 { thinning.add(a.applying(transform), share: 0) }
    for b in path.points.dropFirst() {
      let length = ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
      func add(_ way: Double) {
        let t = (way - before) / length
        let place = CGPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
        thinning.add(place.applying(transform), share: way / whole)
      }
      let after = before + length
      if length > 0, after > from, before < to {
        if before < from { add(from) }
        if after <= to { thinning.add(b.applying(transform), share: after / whole) } else { add(to) }
      }
      (a, before) = (b, after)
    }
    thinning.finish()
    return (thinning.points, thinning.shares)
  }

  /// Splits a line where its color changes.
  private func colored(
    _ part: LineClip.Part, _ ramp: ColorRamp, _ steps: [Double], shortest: Double, _ runs: inout [Run]
  ) {
    guard var a = part.points.first, var shareA = part.shares.first else { return }
    let first = runs.count
    var run = LineClip.Part(points: [a], shares: [shareA])
    var length = 0.0
    var next = steps.firstIndex { $0 > shareA } ?? steps.count
    func end() {
      let middle = (run.shares[0] + (run.shares.last ?? 0)) / 2
      runs.append(Run(part: run, color: ramp.color(at: middle), isInner: true))
    }
    for (index, b) in part.points.enumerated().dropFirst() {
      let shareB = part.shares[index]
      while next < steps.count, steps[next] < shareB {
        let share = steps[next]
        next += 1
        let t = (share - shareA) / (shareB - shareA)
        let cut = CGPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
        let way = ((cut.x - a.x) * (cut.x - a.x) + (cut.y - a.y) * (cut.y - a.y)).squareRoot()
        // Color changes within a pixel are merged; the first and the last run are longer than the next one's
        // round end.
        guard length + way >= (runs.count == first ? shortest : 1) else { continue }
        run.points.append(cut)
        run.shares.append(share)
        end()
        run = LineClip.Part(points: [cut], shares: [share])
        (a, shareA, length) = (cut, share, 0)
      }
      length += ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
      run.points.append(b)
      run.shares.append(shareB)
      (a, shareA) = (b, shareB)
    }
    if length < shortest, runs.count > first {
      run.points = runs[runs.count - 1].part.points + run.points.dropFirst()
      run.shares = runs[runs.count - 1].part.shares + run.shares.dropFirst()
      runs.removeLast()
    }
    end()
    runs[first].isInner = false
    runs[runs.count - 1].isInner = false
  }
}
