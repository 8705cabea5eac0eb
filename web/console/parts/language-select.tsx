/** Chooses a language by its English name. */
import { Select } from '@mantine/core';
import { languageName } from './language-name.js';

/** Languages offered, BCP 47; another one that is set stays. */
const OFFERED = (
  'en de es fr pt pt-BR af am ar bg cs da el et fa fi ha he hi hr hu id ig it ja ko lt lv ml nl no pl ro ru ' +
  'sk sl sq sr sv sw ta te th tl tr uk ur vi yo zh zu'
).split(' ');

interface Props {
  label: string;
  /** BCP 47 */
  value: string | null;
  onChange: (language: string | null) => void;
  description?: string | undefined;
  placeholder?: string | undefined;
  readOnly?: boolean;
}

export const LanguageSelect = ({ value, ...select }: Props) => {
  const tags = value === null || OFFERED.includes(value) ? OFFERED : [value, ...OFFERED];
  return (
    <Select
      {...select}
      clearable={!select.readOnly}
      searchable
      data={tags.map((tag) => ({ value: tag, label: languageName(tag) }))}
      value={value}
    />
  );
};
