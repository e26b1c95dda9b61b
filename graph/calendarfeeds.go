package graph

// CalendarFeeds are the commands of calendar feeds.
type CalendarFeeds interface{}

// CalendarFeedReader is what is read of calendar feeds.
type CalendarFeedReader interface{}
