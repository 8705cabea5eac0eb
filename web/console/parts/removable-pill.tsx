/** A word or two with a button that takes it away, which keyboards and screen readers reach too. */
import { Pill } from '@mantine/core';

interface Props {
  text: string;
  /** Names the button. */
  removeLabel: string;
  remove(): void;
}

export const RemovablePill = ({ text, removeLabel, remove }: Props) => (
  <Pill
    withRemoveButton
    onRemove={remove}
    removeButtonProps={{ 'aria-label': removeLabel, 'aria-hidden': false, tabIndex: 0 }}
  >
    {text}
  </Pill>
);
