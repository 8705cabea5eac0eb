/** A fetch for host names that may not resolve, such as `demo.localhost`. */
import { lookup } from 'node:dns';
import { Agent, request as send } from 'undici';

/** @param address host to connect to, whatever host the URL names; the `Host` header is that of the URL */
export const fetchThrough = (address: string): ((request: Request) => Promise<Response>) => {
  const dispatcher = new Agent({
    connect: { lookup: (_, options, done) => lookup(address, options, done) },
  });
  return async (request) => {
    const { statusCode, headers, body } = await send(request.url, {
      dispatcher,
      method: request.method as 'GET',
      headers: Object.fromEntries(request.headers),
      body: Buffer.from(await request.arrayBuffer()),
    });
    const type = { 'Content-Type': String(headers['content-type'] ?? '') };
    return new Response(await body.arrayBuffer(), { status: statusCode, headers: type });
  };
};
