/**
 * Sends `rate` requests per second on schedule, each through any free client. A request that finds none is sent later
 * but counts from its scheduled time, so that stalls are not hidden.
 */
export function pace(rate, waiting, ended, finish) {
  const startedAt = performance.now()
  let released = 0
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) * rate) / 1000
    while (released < due && waiting.length > 0 && !ended())
      if (waiting.pop().send(startedAt + (released / rate) * 1000)) released++
    if (ended()) for (const client of waiting.splice(0)) finish(client)
  }, 1)
  return () => clearInterval(timer)
}
