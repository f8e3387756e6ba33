// The title of an artifact as the heading of its page, where it is changed, too.
import type { ReactNode } from 'react';
import { TrackerMark } from '../../../ui/tracker-mark.tsx';
import { EditButton, FieldView, KeptDraft } from './field-view.tsx';
import css from './form.module.css';
import { useForm } from './model.ts';
import type { Field } from '../../fields/index.ts';

interface Props {
  title: string;
  /** undefined where the tracker has no title. */
  field: Field | undefined;
}

export function Headline({ title, field }: Props): ReactNode {
  const form = useForm();
  const { tracker } = form;
  const entry = field && form.entryOf(field.field_id);
  const mayChange = field !== undefined && form.whyNot(field) === undefined;
  if (field !== undefined && (entry?.isOpen === true || (form.isWhole && mayChange)))
    return (
      <>
        <h1 className="visually-hidden">{title}</h1>
        <FieldView field={field} />
      </>
    );
  return (
    <>
      <div className={css.headline} data-marked={field !== undefined && form.isMarked(field.field_id)}>
        <TrackerMark colour={tracker.color_name} icon={tracker.icon} />
        <h1>{title}</h1>
        {mayChange && <EditButton field={field} />}
      </div>
      {entry !== undefined && field !== undefined && <KeptDraft field={field} />}
    </>
  );
}
