/** The links that all public pages show. */
import { Button, CloseButton, Group, Text, TextInput } from '@mantine/core';
import { settings as texts } from '../../../strings/console/settings/en.js';
import type { Schemas } from '../api/account.js';
import { FormSection } from '../parts/form/form-section.js';
import { withValues } from '../parts/with-values.js';
import { useSettingsForm } from './use-settings-form.js';

type Link = Schemas['Account']['settings']['links'][number];
const labels = texts.account;

export const LinksSection = ({ account: { settings } }: { account: Schemas['Account'] }) => {
  const form = useSettingsForm({ links: settings.links });
  const { links } = form.values;
  const change = (at: number, changes: Partial<Link>): void =>
    form.set({ links: links.map((link, index) => (index === at ? { ...link, ...changes } : link)) });
  return (
    <FormSection
      title={labels.links}
      form={form}
      readOnly={false}
      intro={<Text size="sm">{labels.linksText}</Text>}
    >
      {links.map(({ title, url }, at) => (
        <Group key={at} align="end" wrap="nowrap">
          <TextInput
            label={labels.linkTitle}
            required
            value={title}
            flex={1}
            onChange={({ currentTarget: { value } }) => change(at, { title: value })}
          />
          <TextInput
            label={labels.linkUrl}
            type="url"
            required
            value={url}
            flex={2}
            onChange={({ currentTarget: { value } }) => change(at, { url: value })}
          />
          <CloseButton
            size="lg"
            aria-label={withValues(labels.removeLink, { n: at + 1 })}
            onClick={() => form.set({ links: links.filter((_, index) => index !== at) })}
          />
        </Group>
      ))}
      {form.errorOf('links') !== undefined && (
        <Text size="sm" c="red">
          {form.errorOf('links')}
        </Text>
      )}
      <Button
        variant="default"
        size="xs"
        w="fit-content"
        onClick={() => form.set({ links: [...links, { title: '', url: '' }] })}
      >
        {labels.addLink}
      </Button>
    </FormSection>
  );
};
