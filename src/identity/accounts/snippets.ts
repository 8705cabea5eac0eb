/** The HTML that puts the web components into a page of the account's own site. */

/** @param searchBaseUrl of the account's public API @returns HTML, ready to be copied */
export const snippetsOf = (searchBaseUrl: string): { search: string; player: string } => {
  const host = searchBaseUrl.replace(/\/api$/, '');
  const element = (script: string, tag: string): string =>
    `<script type="module" src="${host}/${script}"></script>\n${tag}`;
  return {
    search: element('components.js', '<lectern-search></lectern-search>'),
    player: element('player.js', '<lectern-player item="slug-or-id" details></lectern-player>'),
  };
};
