package worker

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/rivertype"
)

// Tasks are the daily works, each safe to repeat and to run on several nodes.
type Tasks struct {
	LayOut func(ctx context.Context) (slots int, err error)      // lays slots out as far ahead as each venue says
	Sweep  func(ctx context.Context) (commands int64, err error) // forgets old idempotency keys
	Trim   func(ctx context.Context) (events int64, err error)   // forgets old events

	SweepSignIns func(ctx context.Context) (rows int64, err error) // forgets unfinished sign-ins and sessions that are long over

	Verify      func(ctx context.Context) error // checks every invariant for every tenant
	VerifyEvery time.Duration                   // how often it begins; 0: no node that says so begins it
}

// Jobs is the queue of durable and daily jobs.
type Jobs struct {
	client *river.Client[*sql.Tx]
	log    *slog.Logger
}

// NewJobs prepares the queue on a pool of its own; schema is where the queue's tables are.
func NewJobs(pool *sql.DB, schema string, tasks Tasks, log *slog.Logger) (*Jobs, error) {
	workers := river.NewWorkers()
	if err := register(workers, tasks, log); err != nil {
		return nil, fmt.Errorf("register workers: %w", err)
	}
	jobs := []*river.PeriodicJob{
		periodic(24*time.Hour, layOutArgs{}), periodic(time.Hour, sweepArgs{}), periodic(time.Hour, trimArgs{}),
		periodic(time.Hour, sweepSignInsArgs{}),
	}
	if tasks.VerifyEvery > 0 {
		jobs = append(jobs, oneAtATime(tasks.VerifyEvery, verifyArgs{}))
	}
	client, err := river.NewClient(riverdatabasesql.New(pool), &river.Config{
		Schema:               schema,
		Logger:               slog.New(quiet{log.Handler()}),
		Workers:              workers,
		Queues:               map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 4}},
		FetchPollInterval:    2 * time.Second,
		RescueStuckJobsAfter: stuck,
		JobTimeout:           5 * time.Minute,
		PeriodicJobs:         jobs,
	})
	if err != nil {
		return nil, fmt.Errorf("open the job queue: %w", err)
	}
	return &Jobs{client, log}, nil
}

// stuck is after how long a running job counts as lost with its node, and is given to another. None may take as long.
const stuck = 10 * time.Minute

// periodic runs a job at start and then again and again. Only the elected node inserts it.
func periodic(every time.Duration, args river.JobArgs) *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(every), func() (river.JobArgs, *river.InsertOpts) {
		return args, &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByPeriod: every}}
	}, &river.PeriodicJobOpts{RunOnStart: true})
}

// oneAtATime runs a job at start and then again and again, behind all others, and never twice at once, on whatever
// nodes: while one waits or runs, none is added. Unlike the daily jobs it runs at every start.
func oneAtATime(every time.Duration, args river.JobArgs) *river.PeriodicJob {
	const last = 4 // of River's priorities
	unfinished := []rivertype.JobState{
		rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled,
	}
	return river.NewPeriodicJob(river.PeriodicInterval(every), func() (river.JobArgs, *river.InsertOpts) {
		return args, &river.InsertOpts{Priority: last, UniqueOpts: river.UniqueOpts{ByState: unfinished}}
	}, &river.PeriodicJobOpts{RunOnStart: true})
}

// Run works until ctx ends, and then gives running jobs a few seconds.
func (j *Jobs) Run(ctx context.Context) error {
	if !j.start(ctx) {
		return nil
	}
	<-ctx.Done()
	soft, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := j.client.Stop(soft); err == nil {
		return nil
	}
	hard, cancelHard := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancelHard()
	return j.client.StopAndCancel(hard)
}

// start begins to work as soon as the database answers; false means that ctx has ended before. A database that goes away as the
// program starts is no reason to end it: all else waits for it, too.
func (j *Jobs) start(ctx context.Context) bool {
	pauses := backoff.NewExponentialBackOff()
	pauses.InitialInterval, pauses.MaxInterval = 100*time.Millisecond, 5*time.Second
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		err := j.client.Start(context.WithoutCancel(ctx))
		if err != nil {
			j.log.WarnContext(ctx, "the job queue can't start yet", "error", err)
		}
		return struct{}{}, err
	}, backoff.WithBackOff(pauses), backoff.WithMaxElapsedTime(0))
	return err == nil
}
