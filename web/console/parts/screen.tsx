/** A screen: its heading, which names it in the title of the tab too, what can be done, and its content. */
import { Group, Stack, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { en } from '../../../strings/console/en.js';

export const Screen = ({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) => {
  useDocumentTitle(`${title} · ${en.title}`);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="center">
        <Title order={1} size="h2" tabIndex={-1} id="screen-title" className="wraps">
          {title}
        </Title>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
};
