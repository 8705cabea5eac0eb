/** The process log: JSON lines on stderr, so that stdout has only a command's output. */
import { pino, type Logger } from 'pino';

export type Log = Logger;

export const createLog = (level: string): Log => pino({ level, base: null }, pino.destination(2));
