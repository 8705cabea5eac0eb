/** The states that every screen has: loading, failed, nothing there, not allowed. */
import { Alert, Button, Center, Loader, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { en } from '../../../strings/console/en.js';
import { errorType, messageOf } from '../api/session-api.js';

export const Loading = () => (
  <Center mih="12rem">
    <Loader />
    <VisuallyHidden role="status">{en.loading}</VisuallyHidden>
  </Center>
);

export const Failed = ({ error, retry }: { error: unknown; retry?: () => unknown }) => {
  if (errorType(error) === 'PermissionError') return <NotAllowed />;
  return (
    <Alert color="red" title={en.failedTitle} role="alert">
      <Stack align="start">
        <Text size="sm">{messageOf(error)}</Text>
        {retry && (
          <Button variant="default" onClick={() => void retry()}>
            {en.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  );
};

export const NotAllowed = () => (
  <Alert color="gray" title={en.notAllowedTitle}>
    {en.notAllowed}
  </Alert>
);

export const Empty = ({ text, children }: { text: string; children?: ReactNode }) => (
  <Stack align="center" py="xl" gap="md">
    <Text c="dimmed" ta="center">
      {text}
    </Text>
    {children}
  </Stack>
);

/** Shows a query's state until it has data, then `children` of it. */
export const Loaded = <T,>({
  query,
  children,
}: {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}) => {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <Failed error={query.error} retry={() => query.refetch()} />;
  return <Loading />;
};
