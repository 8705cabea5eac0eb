/** A dialog that is mounted while it is open. Closing it brings the focus back to what opened it. */
import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

type Props = Omit<ModalProps, 'opened' | 'onClose' | 'title'> & { title: string; close: () => void };

export const Dialog = ({ close, ...props }: Props) => {
  useFocusBack();
  return <Modal opened onClose={close} {...props} />;
};

/** Mantine brings the focus back only where a dialog stays mounted. */
const useFocusBack = (): void => {
  const [opener] = useState(openerOfDialog);
  useEffect(
    () => () => {
      if (opener?.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
};

/** What has the focus; of an action in a menu, which closes, the button of the menu. */
const openerOfDialog = (): HTMLElement | null => {
  const focused = document.activeElement;
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const opener = button ? document.getElementById(button) : focused;
  return opener instanceof HTMLElement ? opener : null;
};
