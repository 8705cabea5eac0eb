/** HTML snippets that put the web components into a page of the account's own site. */

export interface Snippets {
  search: string;
  player: string;
  embed: string;
}

/**
 * The elements have a minimum height, so that the content below does not move when the script has loaded.
 * @param searchBaseUrl of the account's public API
 * @returns HTML, ready to copy
 */
export const snippetsOf = (searchBaseUrl: string): Snippets => {
  const host = searchBaseUrl.replace(/\/api$/, '');
  const element = (script: string, tag: string, attributes: string, minHeight: string): string =>
    `<script type="module" src="${host}/${script}"></script>\n` +
    `<${tag}${attributes} style="display: block; min-height: ${minHeight}"></${tag}>`;
  return {
    search: element('components.js', 'lectern-search', '', '100vh'),
    player: element('player.js', 'lectern-player', ' item="slug-or-id" details', '30rem'),
    embed:
      `<iframe src="${host}/embed/items/ID" title="Title of the talk" loading="lazy" ` +
      'allow="autoplay; fullscreen; picture-in-picture; encrypted-media" ' +
      'style="width: 100%; max-width: 40rem; aspect-ratio: 3 / 2; border: 0"></iframe>',
  };
};
