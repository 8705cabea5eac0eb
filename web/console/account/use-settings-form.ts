/** The form of some settings of the account. */
import { notifications } from '@mantine/notifications';
import { lists } from '../../../strings/console/lists/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { useForm, type Form } from '../parts/form/use-form.js';

type SettingsChanges = NonNullable<Schemas['AccountChanges']['settings']>;

/** @param toSettings makes settings of fields that people type in another form, such as lines */
export const useSettingsForm = <T extends object>(
  initial: T,
  toSettings: (changed: Partial<T>) => SettingsChanges = (changed) => changed,
): Form<T> => {
  const { api, keys } = useAccount();
  return useForm<T>({
    initial,
    prefix: 'settings.',
    stale: [keys.every('account'), keys.every('home')],
    send: async ({ changed }) => {
      await unwrap(api.PATCH('/account', { body: { settings: toSettings(changed) } }));
    },
    done: () => notifications.show({ message: lists.saved, role: 'status' }),
  });
};
