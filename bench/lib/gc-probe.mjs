/** Preloaded into a server (--expose-gc --import): tells its parent what is left after a garbage collection. */
process.on('message', (question) => {
  if (question !== 'memory') return
  globalThis.gc()
  // Finalizers and weak references need a turn of their own.
  setTimeout(() => {
    globalThis.gc()
    process.send({ memory: process.memoryUsage() })
  }, 50)
})
process.channel?.unref()
