// Loaded before a program that run-node.mjs starts: when the starter vanishes without passing a signal on, such as
// after SIGKILL, the program asks itself to stop instead of staying behind.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
