/** `lectern samples remove`: removes the sample content and its visitors through a running server. */
import { unwrap } from '../../client/index.js';
import type { ServerClientOptions } from './options.js';
import { print } from './output.js';
import { openServerClient } from './server-client.js';

const NAMES = [
  ['item', 'items'],
  ['series', 'series'],
  ['speaker', 'speakers'],
  ['topic', 'topics'],
  ['collection', 'collections'],
  ['event', 'events'],
] as const;

export const removeSamples = async (server: ServerClientOptions): Promise<void> => {
  const api = await openServerClient(server);
  const { removed } = await unwrap(api.POST('/account/samples/remove'));
  const parts = NAMES.flatMap(([one, many]) => {
    const count = removed[many];
    return count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];
  });
  print(parts.length > 0 ? `Removed ${parts.join(', ')}.` : 'No sample content exists.');
};
