/** A real chat server on loopback with responses that a test chooses. */
import type { IncomingHttpHeaders } from 'node:http';
import { startModelServer, type Answer, type ModelServer } from './model-server.js';

export interface ChatRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: { model: string; messages: { role: string; content: string }[]; response_format?: unknown };
}

export type ChatServer = ModelServer<ChatRequest>;

/** The response of a server whose model writes this text. */
export const completion = (content: unknown) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'served',
  choices: [
    {
      index: 0,
      finish_reason: 'stop',
      message: {
        role: 'assistant',
        content: typeof content === 'string' ? content : JSON.stringify(content),
      },
    },
  ],
});

export const startChatServer = (how: Answer<ChatRequest>): Promise<ChatServer> =>
  startModelServer(how, ({ url = '', headers }, body) => ({
    path: url,
    headers,
    body: JSON.parse(body.toString()) as ChatRequest['body'],
  }));
