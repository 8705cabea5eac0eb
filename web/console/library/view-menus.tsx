/** Views of the library, and which columns it shows. All of a view is in the address, which can be kept and shared. */
import { Button, Checkbox, Menu, Popover, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { en } from '../../../strings/console/en.js';
import {
  COLUMNS,
  FLAGS,
  USUAL_COLUMNS,
  type ColumnName,
  type LibrarySearch,
} from './selection/library-search.js';

const texts = en.library;

const VIEWS: readonly { label: string; search: LibrarySearch }[] = [
  { label: texts.view.all, search: {} },
  ...FLAGS.map((flag) => ({ label: texts.flags[flag], search: { [flag]: true } })),
  { label: texts.view.drafts, search: { status: 'draft' } },
  { label: texts.view.published, search: { status: 'published' } },
  { label: texts.view.newest, search: { sort: 'added', columns: ['added', 'collection', 'status'] } },
];

/** Browsers refuse it without a secure connection. */
const copyAddress = async (): Promise<void> => {
  try {
    await navigator.clipboard.writeText(location.href);
    notifications.show({ message: texts.viewCopied, role: 'status' });
  } catch {
    notifications.show({ message: texts.copyFailed, color: 'red', role: 'alert' });
  }
};

export const ViewMenu = () => {
  const navigate = useNavigate({ from: '/a/$account/library' });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-sm" variant="subtle">
          {texts.views}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {VIEWS.map(({ label, search }) => (
          <Menu.Item key={label} onClick={() => void navigate({ search })}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void copyAddress()}>{texts.copyView}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};

export const ColumnMenu = ({ shown }: { shown: readonly ColumnName[] }) => {
  const navigate = useNavigate({ from: '/a/$account/library' });
  const toggle = (name: ColumnName): void => {
    const columns = COLUMNS.filter((one) => shown.includes(one) !== (one === name));
    const isUsual = columns.join() === USUAL_COLUMNS.join();
    void navigate({
      search: (former) => ({ ...former, columns: isUsual ? undefined : columns }),
      replace: true,
    });
  };
  return (
    <Popover position="bottom-end" withinPortal trapFocus>
      <Popover.Target>
        <Button size="compact-sm" variant="subtle">
          {texts.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" role="group" aria-label={texts.columns}>
          {COLUMNS.map((name) => (
            <Checkbox
              key={name}
              label={texts.columnNames[name]}
              checked={shown.includes(name)}
              onChange={() => toggle(name)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
};
