/** A proxy for tests of bad networks: it forwards bytes until told to delay, cut, drop or refuse them. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { drained } from './drained.js';

export interface Fault {
  /** Delay of each chunk in both directions, milliseconds. */
  delayMs?: number;
  /** Bytes of a connection's responses to forward before it is reset. 0: requests arrive, responses never. */
  cutAnswersAfter?: number;
  /** Bytes of a connection's requests to forward before it is reset. */
  cutRequestsAfter?: number;
  /** Resets new connections at once. */
  refuse?: boolean;
}

export interface TcpProxy {
  port: number;
  /** Applies from now on, also to open connections, until changed. */
  set(fault: Fault): void;
  /** Resets all open connections. */
  drop(): void;
  /** Number of connections that a fault has reset. */
  cuts(): number;
  close(): Promise<void>;
}

export const startTcpProxy = async (targetPort: number): Promise<TcpProxy> => {
  let fault: Fault = {};
  /** The number of the current fault, because each fault resets the byte count of every connection. */
  let turn = 0;
  let cuts = 0;
  const open = new Set<() => void>();

  const forward = (from: Socket, to: Socket, limit: () => number | undefined, cut: () => void): void => {
    let passed = 0;
    let countedFor = turn;
    let before = Promise.resolve();
    const send = async (piece: Buffer): Promise<void> => {
      if (fault.delayMs) await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
      if (countedFor !== turn) passed = 0;
      countedFor = turn;
      const left = (limit() ?? Infinity) - passed;
      const part = piece.length < left ? piece : piece.subarray(0, left);
      passed += part.length;
      if (part.length > 0 && !to.destroyed && !to.write(part)) await drained(to);
      if (part.length < piece.length) cut();
    };
    from.on('data', (piece: Buffer) => {
      from.pause();
      before = before.then(() => send(piece)).finally(() => from.resume());
      before.catch(cut);
    });
    from.on('end', () => void before.finally(() => to.end()));
  };

  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    const reset = (): void => {
      client.resetAndDestroy();
      target.resetAndDestroy();
    };
    const closed = (): void => {
      open.delete(reset);
      client.destroy();
      target.destroy();
    };
    open.add(reset);
    for (const socket of [client, target]) socket.on('error', closed).on('close', closed);
    const cut = (): void => {
      if (!open.delete(reset)) return;
      cuts += 1;
      reset();
    };
    if (fault.refuse) return cut();
    forward(client, target, () => fault.cutRequestsAfter, cut);
    forward(target, client, () => fault.cutAnswersAfter, cut);
  });

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    set: (next) => {
      fault = next;
      turn += 1;
    },
    drop: () => open.forEach((reset) => reset()),
    cuts: () => cuts,
    close: async () => {
      const ended = once(server, 'close');
      server.close();
      open.forEach((reset) => reset());
      await ended;
    },
  };
};
