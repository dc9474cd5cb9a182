package migration

import "snag/analyze/judge"

// The rules of migrations.
const (
	RuleLock    = "block/migration-lock"
	RuleRewrite = "block/migration-rewrite"
	RuleRows    = "block/migration-rows"
	RuleQueue   = "block/migration-queue"
	RuleInvalid = "block/migration-invalid-index"
	RuleFails   = "block/migration-fails"
	RuleOld     = "block/migration-breaks-old-version"
	RuleDown    = "block/migration-down"
)

// Rules are the rules of migrations.
var Rules = []judge.Rule{
	{
		ID: RuleLock, Name: "MigrationLock", Level: judge.Error,
		Short: "A migration holds a lock on a table for a time that grows with its rows, and reads or writes wait for it.",
		Full: `The migration was run on a scratch database of two sizes. Each lock that a statement takes was read from pg_locks before its transaction ended, and the rows that it handled from the statistics of its transaction. A lock is held until the transaction ends, so that all statements behind it count.

Whether the time grows follows from the rows that were handled at the two sizes, and not from times. How long it takes at the size in production is extrapolated, and says so.`,
		Help: "Build indexes CONCURRENTLY; add constraints NOT VALID and validate them in a transaction of their own; keep what takes long out of the transaction that takes the lock.",
	},
	{
		ID: RuleRewrite, Name: "MigrationRewrite", Level: judge.Error,
		Short: "A migration writes a whole table anew, and nobody can read or write it meanwhile.",
		Full:  `The file in which the table lies was another one after the statement (relfilenode), and the statement held an ACCESS EXCLUSIVE lock while it wrote it. The time grows with the table; the disk holds it twice meanwhile.`,
		Help:  "Add a new column, fill it in batches, let the application write both, and drop the old one later.",
	},
	{
		ID: RuleRows, Name: "MigrationRows", Level: judge.Error,
		Short: "A migration changes so many rows in one transaction that their number grows with the table.",
		Full:  `Each row that a transaction has changed stays locked until it ends: whoever writes one of these waits. The dead versions of the rows cannot be cleared meanwhile.`,
		Help:  "Change rows in batches of some thousands, each in a transaction of its own.",
	},
	{
		ID: RuleQueue, Name: "MigrationQueue", Level: judge.Note,
		Short: "A migration waits for a lock without a limit, and everybody else queues behind it.",
		Full:  `The lock itself is held for a moment. But while another transaction that has used the table stays open, the statement waits for it, and all that would have to wait for the statement's lock queue behind the statement, although they could go on beside the open transaction. It was measured beside one that stayed open on purpose.`,
		Help:  "SET lock_timeout to what a request may wait, and try again when it strikes.",
	},
	{
		ID: RuleInvalid, Name: "MigrationInvalidIndex", Level: judge.Note,
		Short: "An index that is made concurrently is left behind unusable when a lock_timeout strikes.",
		Full:  `CREATE INDEX CONCURRENTLY waits for every transaction that was open when it began, and a lock_timeout ends that wait. What is left is an index that is marked as not valid: it costs every write and helps no query. The next try fails since the name is taken, or with IF NOT EXISTS does nothing.`,
		Help:  "Make it without a lock_timeout, and before each try DROP INDEX CONCURRENTLY IF EXISTS.",
	},
	{
		ID: RuleFails, Name: "MigrationFails", Level: judge.Error,
		Short: "A migration fails on a table that has rows.",
		Full:  `The migration runs on empty tables and not on those that were filled with rows that fit the schema. The finding says what is left of it then.`,
		Help:  "Make the data fit before the constraint comes, or give a new column a default.",
	},
	{
		ID: RuleOld, Name: "MigrationBreaksOldVersion", Level: judge.Error,
		Short: "A query of the old version of the application works before the migration, and not after a step of it.",
		Full: `While a fleet is renewed, the old version runs beside the new schema, and again after a rollback. The queries of --queries were run before the migration and after each transaction of it, and rolled back. Without --queries, they are those that name each column of the tables that the migration touches, and the finding is a warning.

Statements that were prepared before the migration are run after it as well: a server refuses those whose columns have changed.`,
		Help: "Expand first: add what is new beside what is old, deploy the version that does without the old, and contract with a later migration.",
	},
	{
		ID: RuleDown, Name: "MigrationDown", Level: judge.Error,
		Short: "Going back fails, or does not lead back to what was there before.",
		Full:  `The statements of --down were run after the migration, and the catalog and the rows compared with those before it.`,
		Help:  "Write the way back so that it restores what the application needs, or say that there is none.",
	},
}
