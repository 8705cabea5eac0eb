/** What values of visits are called. */
import { analytics } from '../../../strings/console/analytics/en.js';
import type { VisitFilter } from './analytics-search.js';

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });

const countryOf = (code: string): string => {
  try {
    return COUNTRIES.of(code) ?? code;
  } catch {
    // Not a code: headers of proxies can have anything.
    return code;
  }
};

const oneOf = (names: Readonly<Record<string, string>>, value: string): string =>
  Object.hasOwn(names, value) ? names[value]! : value;

/** `/talks/42` of `https://example.org/talks/42`; sites are told apart only where that is needed. */
const pageOf = (url: string): string => url.replace(/^https?:\/\//, '');

/** @param value empty if it is unknown */
export const valueName = (filter: VisitFilter, value: string): string => {
  if (value === '') return filter === 'referrer' ? analytics.direct : analytics.unknown;
  switch (filter) {
    case 'country':
      return countryOf(value);
    case 'device':
      return oneOf(analytics.devices, value);
    case 'browser':
      return oneOf(analytics.browsers, value);
    case 'page':
    case 'entryPage':
    case 'exitPage':
      return pageOf(value);
    default:
      return value;
  }
};
