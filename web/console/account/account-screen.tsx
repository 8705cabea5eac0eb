/** The settings of the account: its look, its website, its public pages, security and processing. */
import { ColorInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { en } from '../../../strings/console/en.js';
import { lists } from '../../../strings/console/lists/en.js';
import { settings as texts } from '../../../strings/console/settings/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { useAccountRecord } from '../parts/account-record.js';
import { FormSection } from '../parts/form/form-section.js';
import { optionsOf } from '../parts/form/options.js';
import { useForm } from '../parts/form/use-form.js';
import { ImageField, uploadImage } from '../parts/image-field.js';
import { linesOf, textOfLines } from '../parts/lines.js';
import { Screen } from '../parts/screen.js';
import { Loaded, NotAllowed } from '../parts/states.js';
import { LinksSection } from './links-section.js';
import { ProcessingSection, SecuritySection } from './more-sections.js';
import { useSettingsForm } from './use-settings-form.js';

type Account = Schemas['Account'];
const labels = texts.account;

export const AccountScreen = () => {
  const { may } = useAccount();
  const account = useAccountRecord();
  return (
    <Screen title={en.listScreens.account}>
      {may('admin') ? (
        <Loaded query={account}>
          {(record) => (
            <Stack gap="xl" maw="40rem">
              <Logo account={record} />
              <LookSection account={record} />
              <SiteSection account={record} />
              <LinksSection account={record} />
              <SecuritySection account={record} />
              <ProcessingSection account={record} />
            </Stack>
          )}
        </Loaded>
      ) : (
        <NotAllowed />
      )}
    </Screen>
  );
};

const Logo = ({ account }: { account: Account }) => {
  const { api, keys } = useAccount();
  return (
    <ImageField
      label={labels.logo}
      hint={labels.logoHint}
      url={account.logoUrl}
      stale={[keys.every('account')]}
      upload={(file) => uploadImage(file, (body) => unwrap(api.POST('/account/logo/create', { body })))}
      remove={() => unwrap(api.POST('/account/logo/delete'))}
    />
  );
};

const LookSection = ({ account: { name, timeZone, settings } }: { account: Account }) => {
  const { accentColorHex, language } = settings;
  const { api, keys } = useAccount();
  const form = useForm({
    initial: { name, timeZone },
    stale: [keys.every('account')],
    send: async ({ changed: body }) => {
      await unwrap(api.PATCH('/account', { body }));
    },
    done: () => notifications.show({ message: lists.saved, role: 'status' }),
  });
  const look = useSettingsForm({ accentColorHex, language });
  return (
    <>
      <FormSection title={labels.nameAndZone} form={form} readOnly={false}>
        <TextInput label={labels.name} required maxLength={255} {...form.text('name')} />
        <Select
          label={labels.timeZone}
          searchable
          allowDeselect={false}
          data={[...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
          value={form.values.timeZone}
          error={form.errorOf('timeZone')}
          onChange={(value) => value !== null && form.set({ timeZone: value })}
        />
      </FormSection>
      <FormSection title={labels.look} form={look} readOnly={false}>
        <ColorInput
          label={labels.color}
          description={labels.colorHint}
          format="hex"
          withEyeDropper={false}
          // What was typed stays, right or wrong: the server says what is wrong with it.
          fixOnBlur={false}
          value={look.values.accentColorHex ?? ''}
          error={look.errorOf('accentColorHex')}
          onChange={(value) => look.set({ accentColorHex: value === '' ? null : value })}
        />
        <Select
          label={labels.language}
          clearable
          data={optionsOf(labels.languages)}
          value={look.values.language}
          error={look.errorOf('language')}
          onChange={(value) => look.set({ language: value })}
        />
      </FormSection>
    </>
  );
};

const SiteSection = ({ account: { settings } }: { account: Account }) => {
  const { publicSiteUrl, itemPagePath, publicSites } = settings;
  const form = useSettingsForm(
    { publicSiteUrl, itemPagePath, publicSites: textOfLines(publicSites) },
    ({ publicSites: lines, ...changed }) => ({
      ...changed,
      ...(lines !== undefined && { publicSites: linesOf(lines) }),
    }),
  );
  return (
    <FormSection title={labels.site} form={form} readOnly={false}>
      <TextInput
        label={labels.publicSiteUrl}
        description={labels.publicSiteUrlHint}
        type="url"
        {...form.text('publicSiteUrl')}
      />
      <TextInput
        label={labels.itemPagePath}
        description={labels.itemPagePathHint}
        {...form.text('itemPagePath')}
      />
      <Textarea
        label={labels.publicSites}
        description={labels.publicSitesHint}
        autosize
        minRows={2}
        {...form.text('publicSites')}
      />
    </FormSection>
  );
};
