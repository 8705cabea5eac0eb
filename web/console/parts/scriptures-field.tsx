/** A field for scriptures as people type them, which shows what was understood of them. */
import { Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { itemTexts } from '../../../strings/console/item/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { withValues } from './with-values.js';

const PAUSE_MS = 300;
const MAX_LENGTH = 500;

interface TypedScriptures {
  /** undefined until what is typed now has been read. */
  read: Schemas['ReadScriptures'] | undefined;
}

/** Reads what was typed once the person pauses. */
export const useTypedScriptures = (text: string): TypedScriptures => {
  const { api, keys } = useAccount();
  const [typed] = useDebouncedValue(text.trim(), PAUSE_MS);
  const { data } = useQuery({
    queryKey: keys.list('scriptures', { typed }),
    enabled: typed !== '',
    staleTime: Infinity,
    queryFn: () => unwrap(api.POST('/scriptures/read', { body: { text: typed } })),
  });
  return { read: typed === text.trim() && typed !== '' ? data : undefined };
};

export const ScripturesField = ({
  text,
  change,
  read,
}: TypedScriptures & { text: string; change: (text: string) => void }) => (
  <Stack gap={4}>
    <TextInput
      label={itemTexts.scripturesAdd}
      description={itemTexts.scripturesHint}
      maxLength={MAX_LENGTH}
      value={text}
      error={
        read !== undefined &&
        read.unread.length > 0 &&
        withValues(itemTexts.notUnderstood, { text: read.unread.join('; ') })
      }
      onChange={({ currentTarget: { value } }) => change(value)}
    />
    <Text size="sm" role="status">
      {read !== undefined &&
        read.scriptures.length > 0 &&
        withValues(itemTexts.understood, {
          citations: read.scriptures.map(({ citation }) => citation).join(', '),
        })}
    </Text>
  </Stack>
);
