/**
 * Sends by the clock: `rate` requests a second, each on whichever lane is free. A request that finds no free lane is
 * sent later and counts from the time at which it was due, so that a stall is not hidden by not sending.
 */
export function pace(rate, waiting, ended, finish) {
  const startedAt = performance.now()
  let released = 0
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) * rate) / 1000
    while (released < due && waiting.length > 0 && !ended())
      if (waiting.pop().send(startedAt + (released / rate) * 1000)) released++
    if (ended()) for (const lane of waiting.splice(0)) finish(lane)
  }, 1)
  return () => clearInterval(timer)
}
