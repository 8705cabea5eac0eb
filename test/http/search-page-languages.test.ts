/** The search page of a library in several languages. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient, type Client } from '../support/client.js';
import { publishTalk } from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { talks } from '../support/talks.js';

const GERMAN = [
  'Mein Großvater hatte Bienen hinter dem Pfarrhaus, und er hat mir gezeigt, wie man still unter ihnen steht.',
  'Im Winter hängen die Bienen zusammen, und jede ist einmal außen in der Kälte.',
];

describe('the search page', () => {
  const app = useApp({ worker: true });
  let host: Client;
  beforeAll(async () => {
    host = createClient(new URL(app.publicUrl).origin, { Host: 'demo.localhost' });
    await publishTalk(app.demo, 'Hives', talks.bees);
    await app.idle();
  });

  const page = async (query: string): Promise<string> => String((await host.get(`/?${query}`)).body);

  it('offers no languages where there is one', async () => {
    expect(await page('q=Bienen+im+Winter')).toContain('Hives');
    expect(await page('q=Bienen+im+Winter')).not.toContain('Also in other languages');
  });

  it('offers the others apart, and filters by one', async () => {
    await publishTalk(app.demo, 'Bienen', GERMAN);
    await app.idle();
    const both = await page('q=bees+in+winter');
    for (const title of ['>Hives<', '>Bienen<']) expect(both).toContain(title);
    expect(both).toMatch(
      /Also in other languages:\s*<a\s+lang="de"\s+href="\/\?q=bees\+in\+winter&amp;language=de"/,
    );
    const german = await page('q=bees+in+winter&language=de');
    expect(german).toContain('>Bienen<');
    expect(german).not.toContain('>Hives<');
    expect(german).not.toContain('Also in other languages');
  });
});
