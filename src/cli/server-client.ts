/** The typed client with which commands call a running server, with readable error messages. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLecternClient, type LecternClient } from '../../client/index.js';
import { loadConfig } from '../config/config.js';
import { messageOf } from '../platform/lib/errors.js';
import type { ServerClientOptions } from './options.js';

/** @throws {Error} when there is no token */
export const openServerClient = async ({ url, token }: ServerClientOptions): Promise<LecternClient> => {
  const config = loadConfig();
  const secret = token ?? config.token ?? (await quickstartToken(config.dataDir));
  if (!secret)
    throw new Error(
      `An API token is required: set DATA_DIR to the folder that quickstart filled (${config.dataDir} has no token), pass --token, or set LECTERN_TOKEN (\`lectern token create\` makes one)`,
    );
  const baseUrl = url ?? `${config.apiBaseUrl ?? `http://localhost:${config.privatePort}`}/v2`;
  return createLecternClient({ baseUrl, token: secret, fetch: explainingFetch() });
};

/** Where quickstart stores its token. */
export const quickstartTokenFile = (dataDir: string): string => join(dataDir, 'quickstart-token');

const quickstartToken = async (dataDir: string): Promise<string | undefined> =>
  (await readFile(quickstartTokenFile(dataDir), 'utf8').catch(() => '')).trim() || undefined;

type Fetch = (request: Request) => Promise<Response>;

/** A fetch with an error message that says what to do when no server, or one other than Lectern, responds. */
export const explainingFetch =
  (send: Fetch = fetch): Fetch =>
  async (request) => {
    const { origin } = new URL(request.url);
    const response = await send(request).catch((error: unknown) => {
      const reason = messageOf(error instanceof TypeError && error.cause ? error.cause : error);
      throw new Error(`Cannot reach ${origin} (${reason}): is \`lectern serve\` running?`);
    });
    if (!response.headers.get('Content-Type')?.includes('json'))
      throw new Error(`${origin} is not a Lectern server: status ${response.status} without JSON`);
    return response;
  };
