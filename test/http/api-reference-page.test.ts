/** How the script of the API reference page handles tokens. */
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createClient } from '../support/client.js';
import { useApp } from '../support/start-app.js';

describe('the API reference page', () => {
  const app = useApp();

  it.each(['privateUrl', 'publicUrl'] as const)('stores no token in the browser (%s)', async (host) => {
    const script = (await createClient(app[host]).get('/docs/start.js')).body as string;
    const stored = new Map([['authorized', '{"token":{"value":"secret"}}']]);
    const options: Record<string, unknown>[] = [];
    runInNewContext(script, {
      localStorage: { removeItem: (name: string) => stored.delete(name) },
      SwaggerUIBundle: (given: Record<string, unknown>) => options.push(given),
    });
    // Swagger UI stores tokens under this name in local storage only if configured to.
    expect(options).toHaveLength(1);
    expect(options[0]!.persistAuthorization ?? false).toBe(false);
    expect([...stored]).toEqual([]);
  });
});
