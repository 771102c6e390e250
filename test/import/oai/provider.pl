#!/usr/bin/perl
# Serves records with the OAI-PMH provider of Catmandu, Dancer::Plugin::Catmandu::OAI (Debian package
# libdancer-plugin-catmandu-oai-perl), at http://127.0.0.1:PORT/oai. Reads the records again for each request.
#
# Usage: provider.pl PORT RECORDS
#
# The name of this file must not begin with "catmandu", because Catmandu reads such files as its configuration.
#
# RECORDS has one JSON object per line: _id, datestamp, and either marc (MARCXML) or deleted.

package Catmandu::Store::Lines;
use Moo;
extends 'Catmandu::Store::Hash';

package Catmandu::Store::Lines::Bag;
use Catmandu::Hits;
use JSON::PP;
use Moo;
extends 'Catmandu::Store::Hash::Bag';
with 'Catmandu::CQLSearchable';

our $path;

sub records {
    open my $file, '<', $path or die "$path: $!";
    return map { decode_json($_) } <$file>;
}

# Translates the queries of the provider: comparisons of one field, joined by `and`.
sub translate_cql_query {
    my ($self, $query) = @_;
    return [$query =~ /(\w+) (>=|<=|=|exact) "?([^")]+)"?/g];
}

sub translate_sru_sortkeys { undef }
sub searcher { die 'not used' }
sub delete_by_query { die 'not used' }

sub search {
    my ($self, %args) = @_;
    my @found = $self->records;
    my @terms = @{$args{query}};
    while (my ($field, $operator, $value) = splice @terms, 0, 3) {
        @found = grep {
            my $order = ($_->{$field} // '') cmp $value;
            $operator eq '>=' ? $order >= 0 : $operator eq '<=' ? $order <= 0 : $order == 0;
        } @found;
    }
    my $last = $args{start} + $args{limit} - 1;
    $last = $#found if $last > $#found;
    return Catmandu::Hits->new(
        start => $args{start},
        limit => $args{limit},
        total => scalar @found,
        hits  => [@found[$args{start} .. $last]],
    );
}

package main;
use Catmandu;
use Dancer;
use Dancer::Plugin::Catmandu::OAI;

my $port = shift @ARGV;
$Catmandu::Store::Lines::Bag::path = shift @ARGV;

set server  => '127.0.0.1';
set port    => $port;
set charset => 'UTF-8';
Catmandu->config->{store}{lines}{package} = 'Catmandu::Store::Lines';
$INC{'Catmandu/Store/Lines.pm'} = $INC{'Catmandu/Store/Lines/Bag.pm'} = $0;

oai_provider '/oai',
    store                => 'lines',
    bag                  => 'data',
    datestamp_field      => 'datestamp',
    repositoryName       => 'Harbour Library',
    repositoryIdentifier => 'harbour.example',
    adminEmail           => 'library@harbour.example',
    earliestDatestamp    => '1970-01-01T00:00:01Z',
    deletedRecord        => 'persistent',
    delimiter            => ':',
    sampleIdentifier     => 'oai:harbour.example:1',
    limit                => 3,
    deleted              => sub { $_[0]->{deleted} },
    set_specs_for        => sub { [$_[0]->{set} // ()] },
    sets                 => [{setSpec => 'maps', setName => 'Maps', cql => 'set = maps'}],
    metadata_formats     => [{
        metadataPrefix    => 'marcxml',
        schema            => 'http://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd',
        metadataNamespace => 'http://www.loc.gov/MARC21/slim',
        template          => \'[% marc %]',
    }];

dance;
