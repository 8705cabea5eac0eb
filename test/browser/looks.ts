/** Screenshots and axe results of pages at several widths, light and dark. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const PICTURES = resolve(import.meta.dirname, '../../test-results');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { target: unknown[]; failureSummary: string }[];
}

/** @returns the violations that axe finds, one line per element */
const violations = async (page: Page): Promise<string[]> => {
  // Through the browser's debugging protocol, because the page's policy blocks injected scripts.
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

/** Google's bound of a good cumulative layout shift is .1. */
export const MOST_SHIFT = 0.05;

/** Adds up how far a page moves by itself; to be run before the page's own scripts. */
export const OBSERVE_SHIFTS = `
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

export const shiftOf = (page: Page): Promise<number> => page.evaluate<number>('window.shift');

/** Elements that look the same with the focus as without. */
const UNSEEN_FOCUS = `(() => {
  const look = (element) => {
    const parent = element.parentElement;
    const parts = [element, parent, parent.parentElement, element.nextElementSibling].filter(Boolean);
    return JSON.stringify(parts.map((part) => {
      const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor } = getComputedStyle(part);
      return [outlineStyle === 'none' ? '' : outlineWidth, boxShadow, borderColor, backgroundColor];
    }));
  };
  const all = document.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]');
  return [...all].slice(0, 150).filter((element) => {
    if (element.disabled || !element.checkVisibility({ visibilityProperty: true })) return false;
    document.activeElement?.blur();
    const before = look(element);
    element.focus({ preventScroll: true });
    return document.activeElement === element && look(element) === before;
  }).map((element) => element.outerHTML.slice(0, 120));
})()`;

/** @returns the elements that look the same with the focus as without */
export const unseenFocus = async (page: Page): Promise<string[]> => {
  // From a key on, the browser shows where the focus is.
  await page.keyboard.press('Tab');
  return page.evaluate<string[]>(UNSEEN_FOCUS);
};

/** The console sets its colours in a script; other pages have them at once. */
const hasScheme = async (page: Page, scheme: string): Promise<void> => {
  const isSet = `[undefined, '${scheme}'].includes(document.documentElement.dataset.mantineColorScheme)`;
  await expect.poll(() => page.evaluate(isSet)).toBe(true);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
};

let states = 0;

/**
 * Takes a screenshot of a page at each width, alternating between light and dark, and checks accessibility and that
 * nothing scrolls sideways.
 */
export const lookAt = async (page: Page, name: string, widths = WIDTHS): Promise<string[]> => {
  mkdirSync(PICTURES, { recursive: true });
  const problems: string[] = [];
  states += 1;
  for (const [at, width] of widths.entries()) {
    const colorScheme = (states + at) % 2 === 0 ? 'light' : 'dark';
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await hasScheme(page, colorScheme);
    const what = `${name}-${width}-${colorScheme}`;
    await page.screenshot({ path: join(PICTURES, `${what}.png`) });
    if (!(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')))
      problems.push(`${what} scrolls sideways`);
    problems.push(...(await violations(page)).map((line) => `${what}: ${line}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return problems;
};
