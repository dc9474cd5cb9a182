package reach

import "testing"

// TestChannels sends messages to the actions of channels of Rails.
func TestChannels(t *testing.T) {
	const frame = "class ChatChannel < ApplicationCable::Channel\n  def speak(data)\n    GUARD =~ /(a+)+$/\n  end\nend\n"
	for _, test := range []struct{ code, want string }{
		{"data['s']", "any"},
		{"data['s'].to_s.first(50)", "50"},
		{"params[:s].to_s.first(50)", "50"},
		{"current_user.name", "none"},
	} {
		if got := longest(t, "app/channels/chat_channel.rb", replaced(frame, test.code)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
