/** A page of a fictional church's site. Only the two lines that load the web components come from Lectern. */

export interface ChurchPage {
  /** Origin of the public host, which serves the scripts. */
  host: string;
  /** HTML. */
  main: string;
  /** Empty if the page sets none. */
  lang?: string;
  dir?: 'ltr' | 'rtl';
}

const STYLE = `:root { color-scheme: light dark; --line: light-dark(#e5ddd0, #33383f) }
  body { margin: 0; font: 17px/1.5 Georgia, serif; background: light-dark(#fdfbf7, #15181c); color: light-dark(#222, #e8e6e1) }
  header { border-bottom: 1px solid var(--line) }
  header div, main, footer { max-width: 60rem; margin: 0 auto; padding: 1rem }
  header div { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: baseline }
  header b { font-size: 1.2rem; margin-inline-end: auto } header a { color: inherit }
  main { min-height: 60vh } h1 { font-size: 1.8rem } footer { font-size: .9rem }`;

export const churchPage = ({ host, main, lang = 'en', dir = 'ltr' }: ChurchPage): string => `<!doctype html>
<html lang="${lang}" dir="${dir}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Grace Church</title>
<style>${STYLE}</style>
<header><div><b>Grace Church</b><a href="/">Sermons</a></div></header>
<main><h1>Sermons</h1>${main}</main>
<footer>Sundays at ten, in the market hall. Everybody is welcome.</footer>
<script type="module" src="${host}/components.js"></script>
${main.includes('<lectern-player') ? `<script type="module" src="${host}/player.js"></script>` : ''}
</html>`;

/** Everything that such a page must allow, as documented in docs/web.md. */
export const churchPolicy = (host: string): Record<string, string> => ({
  'default-src': "'none'",
  'script-src': host,
  'connect-src': host,
  'img-src': host,
  'media-src': host,
  'frame-src': host,
  'style-src': "'unsafe-inline'",
});

/** Formats the policy as the value of a `Content-Security-Policy` header. */
export const policyText = (policy: Record<string, string>): string =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
