package booking

// FeedChanges are what a decision writes of calendar feeds.
type FeedChanges struct{}

// FeedLookups are what commands on calendar feeds read and lock.
type FeedLookups interface{}
