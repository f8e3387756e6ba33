// One section for each kind of component, with its states in a row.
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Person, Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { BarChart } from '../ui/charts/chart-bars.tsx';
import { PieChart } from '../ui/charts/chart-pie.tsx';
import { DateField } from '../ui/dates/dates.tsx';
import { When } from '../ui/dates/when.tsx';
import { Empty, Loading, Notice } from '../ui/feedback/async-states.tsx';
import { Meter } from '../ui/feedback/meter.tsx';
import { Messages, say } from '../ui/feedback/toasts.tsx';
import { Checkbox, Select, TextField } from '../ui/forms/fields.tsx';
import { PasswordField } from '../ui/forms/password-field.tsx';
import { RadioCards } from '../ui/forms/radio-cards.tsx';
import { Dialog, Menu } from '../ui/overlays/overlays.tsx';
import { LabelsField, PickField, TagsField } from '../ui/pickers/pickers.tsx';
import ui from '../ui/ui.module.css';
import { listColours } from '../features/tracker-administration/index.ts';
import css from './gallery.module.css';

const nothing = (): void => undefined;

const Section = ({ title, children }: { title: string; children: ReactNode }): ReactNode => (
  <section className={`${ui.card} ${css.section}`}>
    <h2>{title}</h2>
    {children}
  </section>
);

const tones = [undefined, 'primary', 'quiet', 'danger'] as const;

const Buttons = (): ReactNode => (
  <Section title="Buttons">
    {[false, true].map((isDisabled) => (
      <div key={String(isDisabled)} className={ui.row}>
        {tones.map((tone) => (
          <Button key={tone ?? 'plain'} tone={tone} isDisabled={isDisabled}>
            {tone ?? 'plain'}
          </Button>
        ))}
        <Button isIcon aria-label="Add" isDisabled={isDisabled}>
          <Plus />
        </Button>
        <Button tone="quiet" isIcon aria-label="Delete" isDisabled={isDisabled}>
          <Trash2 />
        </Button>
        <Button tone="primary" isDisabled={isDisabled}>
          <Plus aria-hidden="true" /> With icon
        </Button>
        <Button aria-pressed="true" isDisabled={isDisabled}>
          Pressed
        </Button>
      </div>
    ))}
  </Section>
);

const choices = [
  { id: 'open', label: 'Open', colour: 'lake-placid-blue' },
  { id: 'closed', label: 'Closed', colour: 'acid-green' },
];

function Fields(): ReactNode {
  const [text, setText] = useState('Typed');
  const shared = { value: text, onChange: setText };
  return (
    <Section title="Fields">
      <TextField label="Plain" hint="A hint" {...shared} />
      <TextField label="Required" isRequired placeholder="Placeholder" value="" />
      <TextField label="Wrong" error="What is wrong, and what would be right." {...shared} />
      <TextField label="Disabled" isDisabled {...shared} />
      <TextField label="Read only" isReadOnly {...shared} />
      <TextField label="Several lines" rows={3} {...shared} />
      <PasswordField label="Password" autoComplete="current-password" {...shared} />
      <DateField label="Date" value="2026-11-30" onChange={nothing} />
      <DateField label="Date, wrong" value="" error="Not a date." onChange={nothing} />
    </Section>
  );
}

function Choices(): ReactNode {
  const [isOn, setOn] = useState(true);
  const [id, setId] = useState<string>();
  const chosen = choices.filter((one) => one.id === id);
  const change = (next: readonly { id: string }[]): void => setId(next.at(-1)?.id);
  return (
    <Section title="Choices">
      <div className={ui.row}>
        <Checkbox isSelected={isOn} onChange={setOn}>
          On or off
        </Checkbox>
        <Checkbox isSelected={false} isIndeterminate onChange={nothing}>
          Some
        </Checkbox>
        <Checkbox isSelected isDisabled onChange={nothing}>
          Disabled
        </Checkbox>
      </div>
      <Select label="Select" choices={choices} value={id} onChange={setId} placeholder="None" />
      <Select label="Select, disabled" isDisabled choices={choices} value="open" onChange={setId} />
      <Select label="Select, wrong" error="Choose one." choices={choices} value={id} onChange={setId} />
      <PickField label="One of many" isClearable choices={choices} value={id} onChange={setId} />
      <PickField label="One of many, wrong" error="Choose one." choices={choices} value={id} onChange={setId} />
      <TagsField label="Several" choices={choices} chosen={chosen} onChange={change} />
      <LabelsField label="Labels" labels={['urgent']} suggestions={['later']} onChange={nothing} />
      <RadioCards
        label="Cards"
        choices={choices.map((one) => ({ ...one, text: 'What it means' }))}
        value={id ?? ''}
        onChange={setId}
      />
    </Section>
  );
}

const people = ['Ana Lindqvist (ana)', 'Bruno Adeyemi (bruno)', 'Chika Moreau (chika)', 'Dagny Horák (dagny)'].map(
  (name) => ({ display_name: name, avatar_url: `/users/${/\((.*)\)/.exec(name)?.[1] ?? ''}/avatar.png` }),
);

const Facts = (): ReactNode => (
  <Section title="Facts">
    <div className={ui.row}>
      <Badge>None</Badge>
      {listColours().map(({ id, label }) => (
        <Badge key={id} colour={id}>
          {label}
        </Badge>
      ))}
    </div>
    <div className={ui.row}>
      {[18, 20, 28, 56].map((size, at) => (
        <Avatar key={size} person={people[at] ?? { avatar_url: '/' }} size={size} />
      ))}
      <Avatar person={{ avatar_url: '/' }} size={28} />
      {people.map((person) => (
        <Person key={person.display_name} person={person} />
      ))}
    </div>
    <p>
      <When iso="2026-11-29T10:00:00Z" />, <When iso="2026-11-29T10:00:00Z" isAbsolute />
    </p>
    <Meter label="Some" text="2 of 5" value={2} max={5} />
    <Meter label="Done" text="5 of 5" value={5} max={5} isDone />
    <Meter label="Too much" text="7 of 5" value={7} max={5} isTooMuch />
  </Section>
);

const States = (): ReactNode => (
  <Section title="States">
    {(['info', 'warning', 'error', 'success'] as const).map((kind) => (
      <Notice key={kind} kind={kind}>
        {`A notice: ${kind}`}
      </Notice>
    ))}
    <Empty title="What is missing">
      <p>How to get it.</p>
      <Button tone="primary">Get it</Button>
    </Empty>
    <Loading lines={3} />
    <div className={ui.row}>
      {(['info', 'success', 'error'] as const).map((kind) => (
        <Button key={kind} onPress={() => say(kind, `A message: ${kind}`, { label: 'Undo', run: nothing })}>
          Message: {kind}
        </Button>
      ))}
    </div>
  </Section>
);

function Overlays(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title="Overlays">
      <div className={ui.row}>
        <Menu
          label="Menu"
          trigger={<Button>Menu</Button>}
          actions={[
            { id: 'one', label: 'With a key', keys: 'e', run: nothing },
            { id: 'two', label: 'Disabled', isDisabled: true, why: 'Why it is', run: nothing },
            { id: 'three', label: 'Separated', colour: 'acid-green', isSeparated: true, run: nothing },
          ]}
        />
        <Button onPress={() => setOpen(true)}>Dialog</Button>
      </div>
      <Dialog title="A dialog" isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>Its text.</p>
        <div className={ui.actions}>
          <Button onPress={() => setOpen(false)}>Cancel</Button>
          <Button tone="danger" onPress={() => setOpen(false)}>
            Delete
          </Button>
        </div>
      </Dialog>
    </Section>
  );
}

const series = [
  { label: 'Bugs', colour: 'fiesta-red', values: [3, 5] },
  { label: 'Tasks', colour: 'lake-placid-blue', values: [8, 2] },
];

const Charts = (): ReactNode => (
  <Section title="Charts">
    <PieChart title="Pie" heading="Status" slices={choices.map((one, at) => ({ ...one, value: at + 2 }))} />
    <BarChart title="Bars" heading="Status" categories={choices} series={series} />
  </Section>
);

export const Gallery = (): ReactNode => (
  <main className={css.gallery}>
    <h1>Components</h1>
    <Buttons />
    <Fields />
    <Choices />
    <Facts />
    <States />
    <Overlays />
    <Charts />
    <Messages />
  </main>
);
