/** A fetch for host names that the resolver may not know, such as `demo.localhost`. */
import { lookup } from 'node:dns';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/**
 * @param address host to connect to, whatever host the URL names; the `Host` header keeps that of the URL. Plain HTTP
 * only.
 */
export const fetchThrough =
  (address: string) =>
  async (request: Request): Promise<Response> => {
    const call = httpRequest(request.url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      lookup: (_, options, done) => lookup(address, options, done),
    });
    call.end(Buffer.from(await request.arrayBuffer()));
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    return new Response(Readable.toWeb(response) as ReadableStream, {
      status: response.statusCode,
      headers: { 'Content-Type': response.headers['content-type'] ?? '' },
    });
  };
