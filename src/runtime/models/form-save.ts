import { asFailure } from '../../contract/index.ts';
import type { Labels, MergedEdit, Problem, RecordValues } from '../../contract/index.ts';
import type { EnginePorts } from '../ports/ports.ts';
import { Attempt } from './attempt.ts';
import { applyServerErrors } from './server-errors.ts';
import { callAndPublish } from './record-changes.ts';
import { conflictOf } from './versions.ts';
import type { RecordModelImpl } from './record.ts';

/** `values`: the record as the server has it now, with computed fields. */
export interface Saved {
  id: string;
  version: number;
  values?: RecordValues | undefined;
  /** What others changed meanwhile. */
  merged?: MergedEdit | undefined;
}

interface EditAnswer {
  records: Saved[];
  read?: RecordValues[];
  merged?: MergedEdit[];
  labels?: Labels;
}
/** Writes an object form's record. */
export class FormSaver {
  private readonly attempt = new Attempt();
  constructor(private readonly ports: EnginePorts) {}
  forget(): void {
    this.attempt.forget();
  }

  /**
   * The saved id and version, or null when the server's problems all landed on fields; rejects
   * otherwise.
   */
  async save(object: string, id: string | undefined, root: RecordModelImpl): Promise<Saved | null> {
    try {
      const saved =
        id === undefined
          ? await this.create(object, root.wholeValues())
          : await this.edit(object, id, root);
      this.forget();
      return saved;
    } catch (failure) {
      const problems = conflictOf(failure) ? [] : problemsOf(failure);
      if (problems.length > 0 && applyServerErrors(root, problems).length === 0) return null;
      throw failure;
    }
  }
  private async create(object: string, values: RecordValues): Promise<Saved> {
    const requestId = this.attempt.requestIdFor([object, values]);
    const answer = (await callAndPublish(this.ports, 'bizmeta.record.bulkCreate', {
      object,
      records: [values],
      read: true,
      requestId,
    })) as { ids: string[]; read?: RecordValues[] };
    return { id: answer.ids[0]!, version: FIRST_VERSION, values: answer.read?.[0] };
  }
  private async edit(object: string, id: string, root: RecordModelImpl): Promise<Saved> {
    const version = root.loaded['version'] as number;
    const changes = root.changes();
    if (Object.keys(changes).length === 0) return { id, version };
    const record = { id, version, ...changes };
    const requestId = this.attempt.requestIdFor([object, record]);
    const answer = (await callAndPublish(this.ports, 'bizmeta.record.bulkEdit', {
      object,
      records: [record],
      read: true,
      requestId,
    })) as EditAnswer;
    if (answer.labels) this.ports.labels.add(answer.labels);
    return { ...answer.records[0]!, values: answer.read?.[0], merged: answer.merged?.[0] };
  }
}

/** A record is written with this version at first. */
const FIRST_VERSION = 1;

/** Problems a failed call carries; none for anything else. */
export const problemsOf = (failure: unknown): readonly Problem[] => asFailure(failure).problems;
