/** Rate limits of public requests: cached responses do not count. */
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/platform/http/openapi/openapi.js';
import { useApp } from '../support/start-app.js';

describe('rate limits of public requests', () => {
  const app = useApp({ env: { ANALYTICS: 'false', PUBLIC_RATE_LIMIT: '1' } });

  /** The first rejection; a new period may start in between. */
  const refusal = async (paths: readonly string[]) => {
    for (const path of paths) {
      const answer = await app.demo.site.get(path);
      if (answer.status === 429) return answer;
    }
    throw new Error('Nothing was refused');
  };

  it('count renderings, and not requests for cached responses', async () => {
    expect((await app.demo.site.get('/sitemap.xml')).status).toBe(200);
    const refused = await refusal(['/sitemap.xml?page=1', '/config', '/sitemap.xml?page=1', '/config']);
    expect(refused.body.error.type).toBe('RateLimitError');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    for (let i = 0; i < 5; i++) expect((await app.demo.site.get('/sitemap.xml')).status).toBe(200);
  });

  it('count every other request', async () => {
    const refused = await refusal(Array.from({ length: 50 }, () => '/items/1/chapters'));
    expect(refused.body.error.type).toBe('RateLimitError');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('are documented for every operation', () => {
    const document = openApiDocument(app.app.endpoints.public, app.app.documents.public) as {
      paths: Record<string, Record<string, { responses?: Record<string, any> }>>;
    };
    for (const [path, operations] of Object.entries(document.paths))
      for (const [method, { responses }] of Object.entries(operations))
        if (responses)
          expect([path, method, responses['429']?.headers['Retry-After']]).toEqual([
            path,
            method,
            expect.anything(),
          ]);
  });
});
