/** `lectern secret-key reset`: accepts a new key after the previous one was lost. */
import { resetSecretKey } from '../platform/secrets/key-check.js';
import { withApp } from './context.js';
import { print } from './output.js';

export const resetKey = (): Promise<void> =>
  withApp(async (app) => {
    await resetSecretKey(app.db);
    print(
      'The next start uses the current key. Rotate the secret of every webhook: until then, deliveries fail.',
    );
  });
