/** Screenshots and axe results of pages at several widths, light and dark. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';

const PICTURES = resolve(import.meta.dirname, '../../test-results');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { target: unknown[]; failureSummary: string }[];
}

/** @returns what axe finds, a line for each element */
const violations = async (page: Page): Promise<string[]> => {
  // By the protocol of the browser: the policy of the page lets no script in.
  if (!(await page.evaluate('typeof axe !== "undefined"'))) await page.evaluate(axe);
  const found = await page.evaluate<Violation[]>(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.replace(/\s+/g, ' ')}`,
    ),
  );
};

const WIDTHS = [320, 768, 1280];

let states = 0;

/**
 * Takes a picture of a page at each width, and looks for what keeps people out: also for pages that scroll sideways.
 * Light and dark take turns.
 */
export const lookAt = async (page: Page, name: string, widths = WIDTHS): Promise<string[]> => {
  mkdirSync(PICTURES, { recursive: true });
  const problems: string[] = [];
  states += 1;
  for (const [at, width] of widths.entries()) {
    const colorScheme = (states + at) % 2 === 0 ? 'light' : 'dark';
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const what = `${name}-${width}-${colorScheme}`;
    await page.screenshot({ path: join(PICTURES, `${what}.png`) });
    if (!(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')))
      problems.push(`${what} scrolls sideways`);
    problems.push(...(await violations(page)).map((line) => `${what}: ${line}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return problems;
};
