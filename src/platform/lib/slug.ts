/** Slugs from titles in any script. */

const MAX_LENGTH = 80;

/**
 * Lower-case letters and digits of any script, words joined by `-`, without accents on Latin letters; `untitled` if
 * none are left.
 */
export const slugify = (title: string): string => {
  const slug = title
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .replace(/(?<![\p{L}\p{N}\p{M}])\p{M}+/gu, ' ')
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return Array.from(slug).slice(0, MAX_LENGTH).join('').replace(/-+$/, '') || 'untitled';
};
