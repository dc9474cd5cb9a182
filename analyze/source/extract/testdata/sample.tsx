import * as React from 'react';
import type { ReactNode } from 'react';

/** What a person typed, and what is wrong with it. */
export interface Field<T extends string | number = string> {
  readonly name: string;
  value: T;
  problem?: string | null;
}

type Rule<T> = (value: T) => string | undefined;
type Rules = { [name: string]: Array<Rule<string>> };

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^\+?[\d\s()\/-]{6,20}$/;

export const required: Rule<string> = (value) => (value.trim() ? undefined : 'is required');
export const matches = (pattern: RegExp, text = 'has the wrong form'): Rule<string> =>
  (value) => (pattern.test(value) ? undefined : text);

const identity = <T,>(x: T): T => x;
const first = <T extends { length: number }>(list: ArrayLike<T>): T | undefined => list[0]!;

const rules: Rules = {
  email: [required, matches(EMAIL, 'is no address')],
  phone: [matches(PHONE)],
  site: [matches(/^https?:\/\/[^/\s]+(?:\/\S*)?$/i)],
};

function check(fields: Field[]): Field[] {
  return fields.map((field) => ({
    ...field,
    problem: first((rules[field.name] ?? []).map((rule) => rule(field.value)).filter(identity) as string[]) ?? null,
  }));
}

enum Step { Edit = 1 << 0, Review = 1 << 1, Done = Edit | Review }

interface Props { title: string; initial: Field[]; children?: ReactNode; onSend(fields: Field[]): Promise<void> }

export function Form({ title, initial, children, onSend }: Props): JSX.Element {
  const [fields, setFields] = React.useState<Field[]>(initial);
  const [step, setStep] = React.useState<Step>(Step.Edit);
  const ratio = fields.filter((f) => !f.problem).length / Math.max(1, fields.length);

  const change = (name: string) => (event: React.ChangeEvent<HTMLInputElement>) => {
    const value = event.target.value.replace(/[\u0000-\u001f]+/g, ' ');
    setFields((old) => check(old.map((f) => (f.name === name ? { ...f, value } : f))));
  };

  async function send(event: React.FormEvent): Promise<void> {
    event.preventDefault();
    if (fields.some((f) => f.problem)) return;
    setStep(Step.Review);
    await onSend(fields);
    setStep(Step.Done);
  }

  if (step === Step.Done) return <p className="done">That's all / thank you.</p>;
  return (
    <form onSubmit={send} aria-label={title.split(/\s+/).join('-')}>
      <h2>{title} <small>{Math.round(ratio * 100)} %</small></h2>
      {/* The fields; a problem stands behind its field. */}
      {fields.map((field) => (
        <label key={field.name} data-path="/form/fields">
          <span>{field.name.replace(/^./, (c) => c.toUpperCase())}:</span>
          <input name={field.name} value={field.value} onChange={change(field.name)} pattern="[^/]+" />
          {field.problem && <em>it {field.problem}, isn't it?</em>}
        </label>
      ))}
      <>{children}</>
      <button disabled={step !== Step.Edit || ratio < 1}>Send &rarr; / or don't</button>
    </form>
  );
}
