/** A real server on loopback with a podcast feed and its files, whose responses a test chooses. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = Buffer | string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface FeedServer {
  url: string;
  /** Sets what a path responds with. Files are served in ranges, with an entity tag. */
  serve(path: string, answer: Answer): void;
  /** The requests so far: path, and the range if one was asked for. */
  requests: string[];
  close(): Promise<void>;
}

export const startFeedServer = async (): Promise<FeedServer> => {
  const answers = new Map<string, Answer>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { url = '', headers } = request;
    requests.push([url, headers.range].filter(Boolean).join(' '));
    const answer = answers.get(url);
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === 'function') answer(request, response);
    else sendFile(request, response, Buffer.from(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (path, answer) => void answers.set(path, answer),
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export const ETAG = '"v1"';

/** Sends the file, or the part that is asked for. */
export const sendFile = ({ headers }: IncomingMessage, response: ServerResponse, bytes: Buffer): void => {
  const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
  const isPart = start > 0 && headers['if-range'] === ETAG;
  const from = isPart ? start : 0;
  response
    .writeHead(isPart ? 206 : 200, {
      ETag: ETAG,
      'Content-Length': bytes.length - from,
      ...(isPart && { 'Content-Range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
    })
    .end(bytes.subarray(from));
};

export interface Episode {
  title: string;
  guid: string;
  enclosure: string;
  more?: string;
}

/** @param path of the file of the episode on the server */
export const episodeAt = ({ url }: FeedServer, path: string, more = ''): Episode => ({
  title: 'Interview with Jane Doe',
  guid: `guid-of-${path}`,
  enclosure: `${url}${path}`,
  more,
});

export const feedOf = (episodes: readonly Episode[], channel = ''): string =>
  '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" ' +
  'xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Grace FM</title><language>en-us</language>' +
  `${channel}${episodes
    .map(
      ({ title, guid, enclosure, more = '' }) =>
        `<item><title>${title}</title><guid>${guid}</guid><enclosure url="${enclosure}" length="0" type="audio/mpeg"/>${more}</item>`,
    )
    .join('')}</channel></rss>`;
