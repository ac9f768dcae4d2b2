/**
 * Preloaded into a server (--expose-gc --import): reports to its parent the memory in use after a garbage collection.
 */
process.on('message', (question) => {
  if (question !== 'memory') return
  globalThis.gc()
  // Finalizers and weak references need a separate turn of the event loop.
  setTimeout(() => {
    globalThis.gc()
    process.send({ memory: process.memoryUsage() })
  }, 50)
})
process.channel?.unref()
