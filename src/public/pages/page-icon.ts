/** The icon of an account's pages for browser tabs and bookmarks: its first letter on its colour. */
import type { Account } from '../../identity/accounts/account.record.js';
import { html, markupOf } from '../../platform/lib/html.js';
import { accentOf } from './page-style.js';

export const ICON_PATH = '/icon.svg';

/** The first letter of a name. */
const initialOf = (name: string): string => {
  const [letter = '·'] = /\p{L}|\p{N}/u.exec(name.replace(/^(?:the|an?)\s+/i, '')) ?? [];
  return letter.toLocaleUpperCase();
};

export const iconOf = (account: Account): string =>
  markupOf(
    html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
      <rect width="64" height="64" rx="14" fill="${accentOf(account)}" />
      <text
        x="32"
        y="45"
        font-family="Georgia, serif"
        font-size="38"
        font-weight="600"
        text-anchor="middle"
        fill="#fff"
      >
        ${initialOf(account.name)}
      </text>
    </svg>`,
  );
