// A time zone, found by typing a part of its name.
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components';
import { t } from '../../../platform/i18n.ts';
import ui from '../../../ui/ui.module.css';

interface Props {
  /** IANA name. */
  value: string;
  onChange(zone: string): void;
  hint?: string;
}

const zonesWith = (value: string): readonly { id: string; label: string }[] =>
  [...new Set([value, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
    .toSorted()
    .map((id) => ({ id, label: id.replaceAll('_', ' ') }));

export function TimeZoneField({ value, onChange, hint }: Props): ReactNode {
  const [zones] = useState(() => zonesWith(value));
  return (
    <ComboBox
      className={ui.field ?? ''}
      defaultItems={zones}
      defaultSelectedKey={value}
      onSelectionChange={(id) => id !== null && id !== value && onChange(String(id))}
      menuTrigger="focus"
    >
      <Label className={ui.label ?? ''}>{t('account.timeZone')}</Label>
      <div className={ui.row}>
        <Input className={`${ui.input} ${ui.grow}`} autoComplete="off" />
        <Button className={`${ui.button} ${ui.icon} visually-hidden`}>
          <ChevronDown aria-hidden="true" size={14} />
        </Button>
      </div>
      {hint !== undefined && (
        <Text slot="description" className={ui.hint ?? ''}>
          {hint}
        </Text>
      )}
      <Popover className={ui.popover ?? ''}>
        <ListBox className={ui.list ?? ''}>
          {({ id, label }: { id: string; label: string }) => (
            <ListBoxItem id={id} textValue={label} className={ui.option ?? ''}>
              {label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

/** Of the browser. */
export const browserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
