/** The load generator: a separate process that sends keep-alive requests over plain sockets and times each. */
import { connect } from 'node:net';

/** A job from the parent process. */
export interface Load {
  port: number;
  /** Complete requests as text, sent in rotation. */
  requests: string[];
  clients: number;
  /** Number of calls by all clients together. */
  calls: number;
}

export interface LoadResult {
  /** Milliseconds of each call, in order of completion. */
  ms: number[];
  /** Seconds from the first request to the last response. */
  secs: number;
  /** Total size of the response bodies. */
  bytes: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Opens a keep-alive connection. Sending resolves with the length of the response body; responses need a
 * Content-Length.
 */
const openConnection = async (port: number) => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let received = Buffer.alloc(0);
  let waiting: { resolve: (bytes: number) => void; reject: (error: Error) => void } | undefined;
  const fail = (error: Error): void => waiting?.reject(error);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('The server closed the connection')));
  socket.on('data', (data) => {
    received = received.length > 0 ? Buffer.concat([received, data]) : data;
    const headEnd = received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = received.toString('latin1', 0, headEnd);
    const [, status] = /^HTTP\/1\.1 (\d+)/.exec(head) ?? [];
    const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
    if (length === undefined) return fail(new Error(`No Content-Length: ${head}`));
    const end = headEnd + HEAD_END.length + Number(length);
    if (received.length < end) return;
    const body = received.subarray(headEnd + HEAD_END.length, end);
    received = received.subarray(end);
    if (status?.startsWith('2')) waiting?.resolve(body.length);
    else fail(new Error(`${status ?? '?'} ${body.toString('utf8').slice(0, 500)}`));
  });
  return {
    send: (request: string): Promise<number> =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => {
      waiting = undefined;
      socket.destroy();
    },
  };
};

const run = async ({ port, requests, clients, calls }: Load): Promise<LoadResult> => {
  const connections = await Promise.all(Array.from({ length: clients }, () => openConnection(port)));
  const ms: number[] = [];
  let next = 0;
  let bytes = 0;
  const started = performance.now();
  await Promise.all(
    connections.map(async ({ send }) => {
      while (next < calls) {
        const request = requests[next++ % requests.length]!;
        const from = performance.now();
        const length = await send(request);
        ms.push(performance.now() - from);
        bytes += length;
      }
    }),
  );
  const secs = (performance.now() - started) / 1_000;
  for (const { close } of connections) close();
  return { ms, secs, bytes };
};

process.on('message', (load: Load) => {
  run(load).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});
