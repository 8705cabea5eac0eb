/** Runs once what has been rendered is on the screen. */
export const afterPaint = (run: () => void): void => {
  requestAnimationFrame(() => {
    // A message that is posted in a frame arrives after its paint.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      run();
    };
    port2.postMessage(null);
  });
};
