package main

import (
	"context"
	"fmt"
	"time"
)

// natsFaults are what a round may draw as well where the processes tell each other of events over NATS.
var natsFaults = []fault{
	{"nats stopped", stopPost},
	{"messages again", sendAgain},
}

// stopPost takes NATS away from everybody for a while.
func stopPost(ctx context.Context, b *blow) (string, error) {
	away := b.some(time.Second, 5*time.Second)
	b.post.server.Close()
	sleep(ctx, away)
	return fmt.Sprintf("away %d ms", away.Milliseconds()), b.post.restart(ctx)
}

// againTime is how long messages are sent again.
const againTime = 2500 * time.Millisecond

// sendAgain sends what was sent before once more, late and in another order, some of it cut otherwise.
func sendAgain(ctx context.Context, b *blow) (string, error) {
	sent, cut, pokes := 0, 0, 0
	for over := time.Now().Add(againTime); time.Now().Before(over) && ctx.Err() == nil; {
		for _, one := range b.post.some(b.dice, 1+b.dice.IntN(50)) {
			if one.subject == pokeSubject {
				pokes++
			} else if b.dice.IntN(4) == 0 {
				var shorter bool
				if one.body, shorter = recut(b.dice, one.body); shorter {
					cut++
				}
			}
			sent++
			if err := b.post.send(one); err != nil {
				return "", err
			}
		}
		sleep(ctx, b.some(5*time.Millisecond, 60*time.Millisecond))
	}
	return fmt.Sprintf("%d messages in another order, %d of them pokes, %d cut otherwise", sent, pokes, cut), nil
}
